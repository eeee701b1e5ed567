import { randomBytes } from 'node:crypto';
import { schemeOf } from '../http/authorization.ts';
import { replaceMembers } from '../http/json-text.ts';
import { lastSegment } from '../schema/pointer.ts';
import { createSearch, type Match } from './search.ts';
import { EDGE, formsOf, isOrdinary, looksSecret, partsOf, placeholderFor, remainder, standInFor } from './secret.ts';

/** Where a text goes: shown to somebody, or into a journal, which has stand-ins of the same form so that it can be rejudged. */
export type View = 'shown' | 'recorded';

/** The replacements of a secret: its placeholder when shown, and its stand-in in a journal. */
export interface StandIn {
  readonly shown: string;
  readonly standIn: string;
  /** Only the whole secret is searched for, not its beginning or end. */
  readonly whole?: true;
}

interface Options {
  /** Is this text public, for example because it occurs in the contract? */
  readonly isPublic?: (text: string) => boolean;
  /** The members of answers that hold secrets. */
  readonly members?: ReadonlySet<string>;
  /** The stand-ins of a journal, which are replaced when it is shown. */
  readonly standIns?: readonly StandIn[];
}

/** Shorter values are not searched for: they occur by chance. */
const SHORTEST = 6;
/** Shorter values that a service hands out are not keys. */
const SHORTEST_KEY = 8;
/** How many secrets that a service hands out are searched for everywhere, and how many get a number. */
const [MAX_SEARCHED, MAX_NUMBERED] = [500, 10_000];

/** Knows the secrets of a run, and replaces them in texts. `SECURITY.md` says what it promises. */
export class Redactor {
  /** All stand-ins in order, for readers of the journal. */
  readonly standIns: StandIn[] = [];
  readonly #options: Options;
  readonly #runKey = randomBytes(32);
  readonly #search = createSearch();
  /** The placeholders of credentials, by their header values. */
  readonly #credentials = new Map<string, string>();
  readonly #secrets = new Map<string, StandIn>();
  readonly #given = new Set<unknown>();
  readonly #published = new Set<string>();
  /** How many secrets the service handed out. */
  #handedOut = 0;
  /** Is every secret searched for, so that none has to be replaced in place? */
  #areAllSearched = true;

  /** The values of the credentials are whole header values. */
  constructor(credentials: readonly { readonly name: string; readonly value: string }[] = [], options: Options = {}) {
    this.#options = options;
    for (const { name, value } of credentials) this.learn(name, value);
    for (const one of options.standIns ?? []) this.#enter(one.standIn, one, true);
  }

  /** The text with all secrets replaced, and long beginnings and ends of them. */
  readonly text = (text: string, view: View = 'shown'): string => {
    let copied = 0;
    const secrets = this.#search.find(text).filter((match) => this.#isSecret(match));
    const pieces = secrets.map((match) => {
      const before = text.slice(copied, match.start);
      copied = match.end;
      return before + replacement(match, text.charAt(match.end), view);
    });
    return pieces.join('') + text.slice(copied);
  };

  /** The replacement of a text that is a secret as a whole, however short; else undefined. */
  inPlace(value: string, view: View = 'shown'): string | undefined {
    const one = this.#secrets.get(value);
    return view === 'shown' ? one?.shown : one?.standIn;
  }

  /** The JSON text without what the service handed out in the members that hold secrets, even if it may be a word. */
  inMembers(json: string, view: View): string {
    const { members } = this.#options;
    if (members === undefined || this.#areAllSearched) return json;
    return replaceMembers(json, members, (value) => this.inPlace(value, view));
  }

  /** Is this the JSON Pointer of a member that holds a secret? */
  isAtSecret(pointer: unknown): boolean {
    return typeof pointer === 'string' && this.#options.members?.has(lastSegment(pointer)) === true;
  }

  /** The replacement of a value that may be secret. */
  unseen(value: string, view: View): string {
    return view === 'shown' ? '<redacted>' : standInFor(value, this.#runKey);
  }

  /** The placeholder of a credential; any other value unchanged. */
  credential(value: string): string {
    return this.#credentials.get(value) ?? value;
  }

  /**
   * Adds a header value. `hasEdges: false` for one made from another: its beginning and end are not searched for, and what is left
   * of it may be a word, which is replaced only as a whole value.
   */
  learn(name: string, value: string, hasEdges = true): void {
    if (this.#credentials.has(value) || this.#secrets.has(value)) return;
    const shown = placeholderFor(name);
    const [scheme, secret] = schemeOf(value);
    this.#credentials.set(value, scheme + shown);
    this.#add(secret, shown, hasEdges, hasEdges || looksSecret(secret));
    const [, password] = /^[^:]*:(.+)$/su.exec(Buffer.from(secret, 'base64').toString()) ?? [];
    if (password !== undefined && /^basic /iu.test(scheme)) this.#add(password, `${shown}_PASSWORD`, hasEdges);
  }

  /** Adds a secret that the service handed out. One that may be a word is replaced only as a whole value. */
  handedOut(value: string): void {
    if (value.length < SHORTEST_KEY || this.#given.has(value) || this.#secrets.has(value)) return;
    this.#handedOut += 1;
    const isSearched = this.#handedOut <= MAX_SEARCHED && looksSecret(value);
    this.#add(
      value,
      this.#handedOut <= MAX_NUMBERED ? `<redacted:${this.#handedOut}>` : '<redacted>',
      true,
      isSearched,
    );
  }

  /** Declares a value that the run made up: it is no secret if the service returns it. */
  given(value: unknown): void {
    this.#given.add(value);
  }

  /** Declares a text that callers without credentials get: beginnings and ends of secrets in it are public. */
  publish(text: string): void {
    for (const match of this.#search.find(text)) if (!match.isWhole) this.#published.add(edgeOf(match));
  }

  /** Is it a whole secret, or a part that is neither public nor a word, an address or a date by itself? */
  #isSecret(match: Match): boolean {
    const { pattern, from, to, isWhole } = match;
    return isWhole || !(this.#published.has(edgeOf(match)) || isOrdinary(pattern.text.slice(from, to)));
  }

  #add(value: string, shown: string, hasEdges: boolean, isSearched = true): void {
    if (this.#secrets.has(value)) return;
    const parts = partsOf(value, shown);
    const isWhole = !hasEdges || parts.length > 0 || !looksSecret(value);
    const one = { shown, standIn: standInFor(value, this.#runKey), ...(isWhole ? { whole: true as const } : {}) };
    if (this.standIns.length < MAX_NUMBERED) this.standIns.push(one);
    this.#enter(value, one, isSearched);
    for (const [part, name] of parts) this.#add(part, name, hasEdges);
  }

  #enter(value: string, one: StandIn, isSearched: boolean): void {
    this.#secrets.set(value, one);
    const isHidden = isSearched && value.length >= SHORTEST && !isOrdinary(value);
    if (!isHidden || this.#options.isPublic?.(value) === true) {
      this.#areAllSearched = false;
      return;
    }
    const standIns = formsOf(one.standIn);
    for (const [index, text] of formsOf(value).entries()) {
      const edge = one.whole === true ? 0 : Math.ceil((EDGE * text.length) / value.length);
      this.#search.add({ text, standIn: standIns[index] ?? one.standIn, shown: one.shown, edge });
    }
  }
}

/** The shortest beginning or end of the pattern that is in the match. */
function edgeOf({ pattern: { text, edge }, from }: Match): string {
  return from === 0 ? text.slice(0, edge) : text.slice(-edge);
}

function replacement({ pattern: { standIn, shown }, from, to, isWhole }: Match, next: string, view: View): string {
  if (view === 'recorded') return isWhole ? standIn : standIn.slice(from, to);
  if (!isWhole) return remainder(shown);
  return /^\w/u.test(next) ? shown.replace(/^\$(\w+)$/u, '$${$1}') : shown;
}
