/** The authoring API. A suite may import nothing else. */

export { operationOf } from '../contract/contract.ts';
export { type RejectKind, responseFor, responseWhen, successOf } from '../contract/operations.ts';
export { exampleBody, validExamples } from '../generate/base.ts';
export type { Action } from '../generate/sequences.ts';
export { type Answer, type Exchange, headerOf, mediaTypeOf, sentBody } from '../http/exchange.ts';
export { isUnauthorized } from '../http/unauthorized.ts';
export { isCuid, isDateTime, isUri, isUuid } from '../schema/formats.ts';
export { atPointer, isObject, joinPointer, withPointer } from '../schema/pointer.ts';
export { identity, readable, where } from '../schema/traps.ts';
export {
  type AnswerCheck,
  type AnyCheck,
  type Assertion,
  type Check,
  type CheckContext,
  check,
  type Evidence,
  type Judging,
  onEveryAnswer,
  type Refusal,
  type Result,
} from './check.ts';
export {
  accepted,
  answeredWith,
  applicable,
  at,
  bodyOf,
  enough,
  hasJson,
  holds,
  isSuccess,
  notServed,
  numberAt,
  objectsAt,
  refused,
  refusedSomehow,
  statusOf,
  tellsOf,
  textAt,
} from './judges.ts';
export { nobody, nobodyWithMalformedBody } from './nobody.ts';
export { controlKey, controlOf, sentOnce } from './positive-control.ts';
export { jsonBodyOf, type QueryValue, type RequestBuilder } from './request.ts';
export { every, provided } from './results.ts';
export { type Played, playSequences, type Sequences } from './sequences.ts';
export type { Role, Samples } from './target.ts';
export { budgetSpent, NotTested, unlessNotTested } from './verdict.ts';
