/*
 * What scripts add to the page: search and filters that are kept in the address, buttons that copy. Without it everything
 * is there and can be read. It builds no markup from text, and asks nobody for anything.
 */
'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const search = document.getElementById('search');
  const cards = all('.card');
  const decode = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  all('.filter').forEach((one) => { one.hidden = false; });
  // Words of one kind are alternatives: nothing has two statuses.
  const kindOf = (word) => /^(?:status|op|level|cause|kind):/.exec(word)?.[0] ?? word;
  // Texts are read when the first word is searched for: a page of thousands of findings has to be there at once.
  const matcherOf = (items, tagsOf) => {
    let known;
    return (words) => {
      known ??= items.map((item) => [item.textContent.toLowerCase(), (' ' + tagsOf(item) + ' ').toLowerCase()]);
      const isFound = ([text, tags], word) => /^(status|op|level|is|cause|kind):/.test(word) ? tags.includes(' ' + word + ' ') : text.includes(word) || tags.includes(word);
      items.forEach((item, index) => { item.hidden = !words.every((word) => words.some((other) => kindOf(other) === kindOf(word) && isFound(known[index], other))); });
      return items.filter((item) => !item.hidden).length;
    };
  };
  const once = (make) => { let made; return () => (made ??= make()); };
  const unpack = once(async () => {
    const bytes = Uint8Array.from(atob(document.getElementById('island').textContent), (one) => one.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
  });
  // As in the findings: what is invisible or turns the direction of text is shown as an escape.
  const visible = (text) => String(text).replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Cs}]/gu, (one) => one === '\r' ? '\\r' : '\\u{' + one.codePointAt(0).toString(16) + '}');
  const element = (name, text, ...children) => {
    const made = document.createElement(name);
    made.textContent = visible(text);
    made.append(...children);
    if (name === 'pre') made.tabIndex = 0;
    return made;
  };
  const filters = [];
  const addFilter = (input, items, { hash, tagsOf, empty, also, ready }) => {
    const bar = input.closest('.filter');
    const match = matcherOf(items, tagsOf);
    const wordsIn = () => input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const apply = async (value) => {
      input.value = value;
      await ready?.();
      const words = wordsIn();
      const count = match(words);
      const told = bar.querySelector('[role=status]');
      told.textContent = words.length === 0 ? '' : count === 0 ? empty : count + ' of ' + items.length + ' shown';
      also?.(words, count);
      all('[data-word]', bar).forEach((button) => button.setAttribute('aria-pressed', String(words.includes(button.dataset.word))));
    };
    const section = bar.closest('section');
    const change = () => {
      void apply(input.value);
      history.replaceState(null, '', input.value === '' ? '#' + section.id : hash + encodeURIComponent(input.value));
    };
    input.addEventListener('input', change);
    all('[data-word]', bar).forEach((button) => button.addEventListener('click', () => {
      const words = wordsIn();
      const { word } = button.dataset;
      input.value = (words.includes(word) ? words.filter((one) => one !== word) : [...words, word]).join(' ');
      change();
    }));
    filters.push({ hash, place: bar.closest('details') ?? section, apply, items });
    return apply;
  };
  const folds = document.getElementById('folds');
  folds?.addEventListener('click', () => {
    const closed = cards.filter((card) => !card.hidden && card.matches('details') && !card.open);
    cards.forEach((card) => { if (card.matches('details') && !card.hidden) card.open = closed.length > 0; });
    folds.textContent = closed.length > 0 ? 'Close all' : 'Open all';
  });
  const clauseRows = all('#clauses tbody tr');
  const explain = once(async () => {
    const { sentences } = await unpack().catch(() => ({ sentences: [] }));
    sentences.forEach(([text, kind, why], index) => {
      clauseRows[index].dataset.kind = kind;
      clauseRows[index].cells[0].append(element('small', text), ...(why ? [element('small', 'Why: ' + why)] : []));
    });
  });
  const clauseGroups = all('#clauses details');
  const idOf = (row) => row.closest('details').dataset.op + '/' + row.cells[0].firstChild.data;
  const clauseTags = (row) => idOf(row) + ' op:' + row.closest('details').dataset.op + ' kind:' + row.dataset.kind + ' status:' + (row.cells[2].className || 'pass') + ' level:' + row.cells[1].textContent;
  const foldClauses = (words, count) => {
    const link = document.getElementById('also');
    if (link !== null) Object.assign(link, { hidden: words.length === 0 || count === 0, textContent: count === 1 ? '1 clause matches' : count + ' clauses match' });
    clauseGroups.forEach((group) => {
      group.hidden = group.querySelector('tbody tr:not([hidden])') === null;
      group.open = words.length > 0 && count <= 50;
    });
  };
  clauseGroups.forEach((group) => group.addEventListener('toggle', () => void explain()));
  const applyToClauses = addFilter(document.getElementById('search-clauses'), clauseRows, { hash: '#clauses=', tagsOf: clauseTags, empty: 'No clause matches', also: foldClauses, ready: explain });
  if (search !== null) addFilter(search, cards, { hash: '#q=', tagsOf: (card) => card.dataset.search || '', empty: 'No finding matches', also: (words) => {
    void applyToClauses(search.value);
    all('.own a').forEach((link) => {
      const word = decode(link.hash.slice(3)).toLowerCase();
      link.setAttribute('aria-current', String(word === '' ? !words.some((one) => one.startsWith('op:')) : words.includes(word)));
    });
  } });
  const log = document.getElementById('log');
  if (log !== null) log.hidden = false;
  const linkTo = (href, text, className = '') => Object.assign(element('a', text), { href, className });
  const base = document.querySelector('main').dataset.base.replace(/\/$/, '');
  const pathOf = ({ url }) => url.startsWith(base) ? url.slice(base.length) : url;
  const clauseIds = (rows) => rows.map((index) => idOf(clauseRows[index]));
  all('.ids > code').forEach((code) => {
    const link = linkTo('#clauses=' + encodeURIComponent(code.textContent), '');
    code.replaceWith(link);
    link.append(code);
  });
  const rowOf = ({ _seq, _operation = '', _rows, _finding, startedDateTime, request, response, time }, start) => {
    const status = String(response.status || 'none');
    const clauses = clauseIds(_rows);
    const [first = '', ...more] = clauses.map((id) => id.startsWith(_operation + '/') ? id.slice(_operation.length + 1) : id);
    const tested = element('td', '', ...(_finding === undefined ? [] : [linkTo(_finding, 'finding', 'bad'), ' ']), first + (more.length > 0 ? ' +' + more.length : ''));
    tested.className = 'spare';
    const code = element('td', status);
    code.className = 's' + status[0];
    const after = start === undefined ? '' : ((Date.parse(startedDateTime) - start) / 1000).toFixed(2) + ' s';
    const row = element('tr', '', element('td', '', linkTo('#x' + _seq, _seq)), element('td', after),
      element('td', request.method + ' ' + pathOf(request) + ' ', element('small', _operation)), code, element('td', Math.round(time) + ' ms'), tested);
    row.id = 'x' + _seq;
    row.dataset.search = ['op:' + _operation, 'status:' + status, response.status ? 'status:' + status[0] + 'xx' : '', _finding === undefined ? '' : 'is:cited', ...clauses].join(' ');
    return row;
  };
  const listExchanges = once(async () => {
    const har = await unpack().catch(() => undefined);
    if (har === undefined) { log.append('This browser cannot unpack the exchanges; conform show prints them.'); return; }
    const entries = [...har.log.entries].sort((one, other) => one._seq - other._seq);
    const times = entries.map(({ startedDateTime }) => Date.parse(startedDateTime));
    const start = Math.min(...times);
    const isTimed = times.some((time) => time !== start);
    const rows = entries.map((one) => rowOf(one, isTimed ? start : undefined));
    log.querySelector('tbody').append(...rows);
    addFilter(document.getElementById('search-log'), rows, { hash: '#log=', tagsOf: (row) => row.dataset.search, empty: 'No exchange matches' });
  });
  log?.addEventListener('toggle', () => void listExchanges());
  const openTarget = async () => {
    const { hash } = location;
    const isLog = /^#(?:x\d+$|log=)/.test(hash) && log !== null;
    if (isLog) { log.open = true; await listExchanges(); }
    const filter = filters.find((one) => hash.startsWith(one.hash));
    if (filter !== undefined) {
      await filter.apply(decode(hash.slice(filter.hash.length)));
      filter.place.scrollIntoView();
      return;
    }
    const target = document.getElementById(decode(hash.slice(1)));
    if (target === null) return;
    if (target.hidden) await filters.find(({ items }) => items.includes(target))?.apply('');
    if (target.matches('details')) target.open = true;
    if (isLog) await openExchange(target);
    target.scrollIntoView();
  };
  addEventListener('hashchange', () => void openTarget());
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input, textarea')) return;
    event.preventDefault();
    search?.focus();
  });
  addEventListener('beforeprint', () => cards.slice(0, 100).flatMap((card) => [card, ...all('.again', card)]).forEach((one) => { if (one.matches('details')) one.open = true; }));
  const copy = async (text, button) => {
    let done = true;
    try { await navigator.clipboard.writeText(text); } catch { done = copyByHand(text); }
    const label = button.textContent;
    button.textContent = done ? 'Copied' : 'Not copied';
    setTimeout(() => { button.textContent = label; }, 1500);
  };
  const copyByHand = (text) => {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    // oxlint-disable-next-line typescript/no-deprecated -- some browsers keep the clipboard from a page that is a file
    const done = document.execCommand('copy');
    area.remove();
    return done;
  };
  const commandOf = (card, name) => all('.command', card).find((one) => one.querySelector('h4').textContent === name)?.querySelector('pre').textContent || '';
  const fenced = (text, language = '') => {
    const fence = '`'.repeat(1 + Math.max(2, ...(text.match(/`+/g) || []).map((run) => run.length)));
    return fence + language + '\n' + text + '\n' + fence;
  };
  const issueOf = (card) => {
    const text = (selector) => (card.querySelector(selector)?.textContent || '').trim();
    const lines = (mark, body) => body.split('\n').map((line) => mark + line).join('\n');
    const at = text('.place');
    return ['## ' + text('summary h3 .title'), '', 'The contract says (' + text('cite').replace(text('.permalink'), '').trim() + '):', fenced(text('blockquote p')),
      fenced('--- expected\n+++ actual\n' + lines('- ', text('.want')) + '\n' + lines('+ ', text('.got')) + (at === '' ? '' : '\n  at ' + at), 'diff'), ...(text('.answer') === '' ? [] : ['It answers:', fenced(text('.answer').replace(/ exchange \d+, .*$/u, ''))]), 'Reproduce:', fenced(commandOf(card, 'curl') || commandOf(card, 'conform')), 'Seen at ' + document.querySelector('main').dataset.seen + '.', ''].join('\n');
  };
  // What follows from the rest of an entry is not in the page.
  const completed = ({ request, time, ...entry }) => {
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
    return { ...entry, time, request: { ...request, queryString: [...query].map(([name, value]) => ({ name, value })) }, cache: {}, timings: { send: 0, wait: time, receive: 0 } };
  };
  const harOf = async (numbers) => {
    const { log: whole } = await unpack();
    const found = whole.entries.filter(({ _seq }) => numbers.includes(String(_seq))).sort((one, other) => one._seq - other._seq);
    return { log: { ...whole, entries: found.map(completed) } };
  };
  const saveHar = async (numbers, name) => {
    const har = await harOf(numbers);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(har, null, 2)], { type: 'application/json' }));
    link.download = name.replace(/[^\w.-]+/g, '-').slice(0, 80) + '.har';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const indented = (text) => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; } };
  const sideOf = (title, first, headers, body) =>
    element('div', '', element('h4', title), element('pre', [first, ...headers.map(({ name, value }) => name + ': ' + value), '', body === '' ? '(no body)' : indented(body)].join('\n')));
  const viewOf = ({ request, response, _rows }) => {
    const clauses = clauseIds(_rows);
    const first = response.status === 0 ? response.comment : response.status + ' ' + response.statusText;
    const sides = element('div', '', sideOf('Request', request.method + ' ' + request.url, request.headers, request.postData?.text || ''), sideOf('Response', first, response.headers, response.content.text || ''));
    sides.className = 'sides';
    return [sides, ...(clauses.length > 0 ? [element('h4', 'Tested'), element('p', clauses.join(', '))] : [])];
  };
  const openExchange = async (row) => {
    if (row.nextElementSibling?.matches('.detail')) return;
    const cell = element('td', '');
    cell.colSpan = 6;
    const detail = element('tr', '', cell);
    detail.className = 'detail';
    row.after(detail);
    row.querySelector('a').setAttribute('aria-expanded', 'true');
    const { log: { entries: [entry] } } = await harOf([row.id.slice(1)]);
    cell.append(...viewOf(entry));
  };
  log?.addEventListener('click', (event) => {
    const row = event.target.closest('tbody tr:not(.detail)');
    const link = event.target.closest('a');
    if (row === null || (link !== null && link.hash !== '#' + row.id)) return;
    event.preventDefault();
    if (!row.nextElementSibling?.matches('.detail')) { history.replaceState(null, '', '#' + row.id); void openExchange(row); return; }
    row.nextElementSibling.remove();
    row.querySelector('a').setAttribute('aria-expanded', 'false');
  });
  const again = document.getElementById('again');
  if (again !== null && location.protocol === 'file:') {
    const folder = decode(location.pathname).replace(/[^/]*$/, '').replace(/^\/(?=[A-Za-z]:)/, '').replace(/(.)\/$/, '$1');
    again.textContent = again.dataset.command + ' --failed ' + (/^[\w./:+-]+$/.test(folder) ? folder : '"' + folder + '"');
  }
  const addButtons = (card, again) => {
    const row = document.createElement('p');
    row.className = 'buttons';
    const add = (label, act) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.addEventListener('click', () => act(button));
      row.append(button);
    };
    ['curl', 'PowerShell', 'conform'].filter((name) => commandOf(card, name) !== '').forEach((name) =>
      add('Copy ' + (name === 'conform' ? 'conform run' : name), (button) => void copy(commandOf(card, name), button)));
    add('Copy as issue', (button) => void copy(issueOf(card), button));
    if (card.dataset.har !== '') add('Save HAR', () => void saveHar(card.dataset.har.split(' '), card.id));
    again.after(row);
  };
  cards.forEach((card) => {
    const again = card.querySelector('.again');
    if (again !== null) addButtons(card, again);
  });
  void openTarget();
})();
