/*
 * What scripts add to the page: search and filters that are kept in the address, buttons that copy. Without it everything
 * is there and can be read. It builds no markup from text, and asks nobody for anything.
 */
'use strict';
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const search = document.getElementById('search');
  const cards = all('.card');
  const told = document.getElementById('told');
  all('.filter').forEach((one) => { one.hidden = false; });
  const texts = cards.map((card) => card.textContent.toLowerCase());
  const tags = cards.map((card) => ' ' + (card.dataset.search || '') + ' ');
  const matches = (index, word) => /^(status|op|level|is|cause):/.test(word) ? tags[index].includes(' ' + word + ' ') : texts[index].includes(word) || tags[index].includes(word);
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    cards.forEach((card, index) => {
      card.hidden = !words.every((word) => matches(index, word));
      if (!card.hidden) count += 1;
    });
    told.textContent = words.length === 0 ? '' : count === 0 ? 'Nothing matches. Clear the search, or look below under All clauses.' : count + ' of ' + cards.length + ' shown';
    all('[data-word]').forEach((button) => button.setAttribute('aria-pressed', String(words.includes(button.dataset.word))));
  };
  const folds = document.getElementById('folds');
  folds?.addEventListener('click', () => {
    const closed = cards.filter((card) => !card.hidden && card.matches('details') && !card.open);
    cards.forEach((card) => { if (card.matches('details') && !card.hidden) card.open = closed.length > 0; });
    folds.textContent = closed.length > 0 ? 'Close all' : 'Open all';
  });
  const keep = () => history.replaceState(null, '', search.value === '' ? '#findings' : '#q=' + encodeURIComponent(search.value));
  const openTarget = () => {
    const hash = location.hash;
    if (hash.startsWith('#q=')) {
      search.value = decode(hash.slice(3));
      filter();
      document.getElementById('findings').scrollIntoView();
      return;
    }
    const target = document.getElementById(decode(hash.slice(1)));
    if (target === null) return;
    if (target.hidden) { search.value = ''; filter(); }
    if (target.matches('details')) target.open = true;
    target.scrollIntoView();
  };
  const decode = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  if (search !== null) {
    search.addEventListener('input', () => { filter(); keep(); });
    all('[data-word]').forEach((button) => button.addEventListener('click', () => {
      const words = search.value.split(/\s+/).filter(Boolean);
      const word = button.dataset.word;
      search.value = (words.includes(word) ? words.filter((one) => one !== word) : [...words, word]).join(' ');
      filter();
      keep();
    }));
    addEventListener('hashchange', openTarget);
    openTarget();
  }
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.matches('input, textarea')) return;
    event.preventDefault();
    search?.focus();
  });
  addEventListener('beforeprint', () => cards.slice(0, 100).forEach((card) => { if (card.matches('details')) card.open = true; }));
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
  const commandOf = (card, name) => {
    const found = all('.command', card).find((one) => one.querySelector('h4').textContent === name);
    return found === undefined ? '' : found.querySelector('pre').textContent;
  };
  const fenced = (text, language = '') => {
    const longest = Math.max(2, ...(text.match(/`+/g) || []).map((run) => run.length));
    const fence = '`'.repeat(longest + 1);
    return fence + language + '\n' + text + '\n' + fence;
  };
  const issueOf = (card) => {
    const text = (selector) => (card.querySelector(selector)?.textContent || '').trim();
    const lines = (mark, body) => body.split('\n').map((line) => mark + line).join('\n');
    const at = text('.place');
    return ['## ' + text('summary h3 .title'), '', 'The contract says (' + text('cite') + '):', fenced(text('blockquote p')),
      fenced('--- expected\n+++ actual\n' + lines('- ', text('.want')) + '\n' + lines('+ ', text('.got')) + (at === '' ? '' : '\n  at ' + at), 'diff'), 'Reproduce:', fenced(commandOf(card, 'curl') || commandOf(card, 'conform')), 'Seen at ' + document.querySelector('main').dataset.seen + '.', ''].join('\n');
  };
  const saveHar = (numbers, name) => {
    const har = JSON.parse(document.getElementById('exchanges').textContent);
    har.log.entries = har.log.entries.filter((entry) => numbers.includes(String(entry._seq)));
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(har, null, 2)], { type: 'application/json' }));
    link.download = name.replace(/[^\w.-]+/g, '-').slice(0, 80) + '.har';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
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
    if (card.dataset.har !== '') add('Save HAR', () => saveHar(card.dataset.har.split(' '), card.id));
    again.after(row);
  };
  cards.forEach((card) => {
    const again = card.querySelector('.again');
    if (again !== null) addButtons(card, again);
  });
})();
