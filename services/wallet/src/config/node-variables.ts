import { choice, flag, type Variable } from '@satchel/configuration/variables/variable'
import { ALL_BACKENDS } from '@satchel/lightning/all-backends'
import { type BackendFacts, USUAL_FACTS } from '@satchel/lightning/config/define-backend'

const KINDS = ALL_BACKENDS.map(({ kind }) => kind)

/** Variables of every kind of node. */
export const FUNDING_VARIABLES: readonly Variable[] = [
  choice('SERVICE_FUNDING_SOURCE', KINDS, 'simulated', 'The Lightning node; each has its own variables.'),
  choice(
    'SERVICE_FORMER_FUNDING_SOURCE',
    [...KINDS, 'none'],
    undefined,
    'The previous node, while payments are pending there; its variables have the prefix `FORMER_`.',
  ),
  choice(
    'SERVICE_NETWORK',
    ['mainnet', 'testnet', 'signet', 'regtest'],
    undefined,
    'With a node on another network the service does not start.',
    { varies: "the node's" },
  ),
  flag('SERVICE_NODE_IS_SHARED', false, 'Other programs pay with the node, too.'),
  flag('SERVICE_ALLOW_PLAIN_NODE', false, 'Accept an `http://` endpoint on another machine.'),
  flag('SERVICE_ALLOW_UNCAPPED_FEES', false, 'Also pay through a node that cannot limit fees.'),
]

/**
 * The variables of each kind of node. `prefix`: variables with it are for this node; undefined: they start with `SERVICE_` like most.
 */
export const NODE_VARIABLES = ALL_BACKENDS.map(({ kind, prefix, variables }) => ({
  kind,
  prefix,
  variables: variables.map((variable): Variable => ({ by: ['wallet'], kind: 'text', ...variable })),
}))

/** The default, and that of the kinds of nodes which differ, in Markdown. */
export function usualByKind(fact: Exclude<keyof BackendFacts, 'hosted'>): string {
  const others = ALL_BACKENDS.filter(({ facts }) => facts[fact] !== USUAL_FACTS[fact])
  const groups = Map.groupBy(others, ({ facts }) => facts[fact])
  return [
    `\`${USUAL_FACTS[fact]}\``,
    ...[...groups].map(([value, found]) => `${found.map(({ kind }) => kind).join(', ')} \`${value}\``),
  ].join('; ')
}
