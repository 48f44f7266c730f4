import { schemaRef } from '@satchel/http/schema-ref'
import { type CurrentTrouble, TROUBLE_KINDS, type TroubleKind } from '@satchel/lightning/port/node-trouble'
import { Type } from 'typebox'

const Kind = Type.Unsafe<TroubleKind>({
  type: 'string',
  enum: [...TROUBLE_KINDS],
  description:
    '`setting_wrong`, `wrong_network`, `certificate_untrusted`, `credential_refused`: correct the variable. `clock_apart`: by more than a minute. `locked`: the wallet of the node is locked, or there is none yet. `starting`, `unreachable`: it does not answer. `out_of_sync`: it lacks blocks or channels of the network. `no_coins`: too few on chain to claim payments of a channel that closes.',
  examples: ['locked'],
})

/** For the operator. */
export const NodeTrouble = Type.Object(
  {
    kind: Kind,
    variable: Type.Union([Type.String(), Type.Null()], { description: 'What to change; null = no variable.' }),
    detail: Type.String({ description: 'What was noticed, as text.' }),
    since: Type.Integer({ description: 'Unix seconds.' }),
  },
  { $id: 'NodeTrouble', description: 'Why a node does not answer, or not as it should.' },
)

export const TroublesBody = Type.Array(schemaRef(NodeTrouble), {
  description: 'Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known.',
})

export const toTroublesJson = (troubles: readonly CurrentTrouble[]) =>
  troubles.map(({ kind, variable, detail, since }) => ({ kind, variable: variable ?? null, detail, since }))

/** For everybody: the word alone. */
export const TroubleWord = Type.Union([Kind, Type.Null()], {
  description: 'Why the Lightning node does not answer, or not as it should, in one word; null = nothing is known.',
})
