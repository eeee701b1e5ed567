import { joinPointer } from '../../schema/pointer.ts';
import { listedValues, type Schema } from '../../schema/schema.ts';
import type { ParameterNode } from '../document.ts';
import type { Filter } from '../listing-node.ts';
import { isCertain, type Part, type Place, type Proposal, stated } from './proposal.ts';
import { isFlag, type List, nameOf } from './shape.ts';

/** Words for more in the list than what is filtered. */
const NOT_ONLY = /\b(?:also|includ|in addition|besides|as well|first|prefer|highlight|at least one)/iu;

/** A parameter that is named after a member, which each item has to have with the requested value. */
interface Choice {
  readonly asked: ParameterNode;
  readonly member: string;
  readonly own: Schema;
}

/** The certain filters among the parts of a list, unless their description says that there may be more in it. */
export function choicesIn(list: List, query: readonly ParameterNode[], parts: readonly Part[]): readonly Choice[] {
  return parts.flatMap(({ at, update, confidence }) => {
    const { parameter, member, relation } = update as Partial<Filter>;
    const asked = query.find(({ name }) => name === parameter);
    const own = list.members.get(member ?? '');
    if (at !== 'filters' || !isCertain({ confidence }) || relation !== 'equals') return [];
    if (asked === undefined || member === undefined || own === undefined) return [];
    return NOT_ONLY.test(asked.description ?? '') ? [] : [{ asked, member, own }];
  });
}

/**
 * Proposes for a list that nothing pages that each item has the requested value of a filter by listed values.
 * Nothing else is known of what such a list has. Flags are left out: no valid request has to send one.
 */
export function choicesOf(place: Place, list: List, choices: readonly Choice[]): readonly Proposal[] {
  return choices.flatMap(({ asked, member, own }) => {
    if (!isChoice(asked.schema, own) || /\bdefault/iu.test(asked.description ?? '')) return [];
    const shown = joinPointer('', ...member.split('/'));
    return stated(place, `${nameOf(member)}-filters`, {
      text: `With ${asked.name} every item of the list has that ${member}.`,
      invariant: {
        each: joinPointer(list.at, '*'),
        when: { present: [{ query: asked.name }, shown] },
        equal: [shown, { query: asked.name }],
        as: 'letters',
      },
      what: `filters by ${asked.name}`,
      reason: `${asked.name} is the name of a member of the items`,
    });
  });
}

/**
 * Proposes that without a filter that has a default each item has the default, if that is a listed value. Flags are left out:
 * of `onlyFree` or `free`, false may stand for no filter.
 */
export function defaultChoicesOf(place: Place, list: List, choices: readonly Choice[]): readonly Proposal[] {
  return choices.flatMap(({ asked, member, own }) => {
    const { default: usual } = asked.schema;
    if (isFlag(own) || own.enum?.includes(usual) !== true) return [];
    const shown = joinPointer('', ...member.split('/'));
    return stated(place, `${nameOf(member)}-has-its-default`, {
      text: `Without ${asked.name} every item of the list has the ${member} ${String(usual)}.`,
      invariant: {
        each: joinPointer(list.at, '*'),
        when: { all: [{ absent: [{ query: asked.name }] }, { present: [shown] }] },
        equal: [shown, { value: usual }],
      },
      what: `has the ${member} ${String(usual)} without ${asked.name}`,
      reason: `${asked.name} is the name of a member of the items, and has a default`,
    });
  });
}

/** Values that ask for items with any value. */
const NO_CHOICE = /^(?:all|any|both|every|none|default|\W*)$/iu;

/** Are both listed texts, of which the items may have each that can be asked for? */
function isChoice(asked: Schema, own: Schema): boolean {
  const values = listedValues(asked) ?? [];
  const shown = new Set(own.enum);
  return values.length > 0 && values.every((one) => typeof one === 'string' && shown.has(one) && !NO_CHOICE.test(one));
}
