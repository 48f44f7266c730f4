import { schemaRef } from '@satchel/http/schema-ref'
import { type CurrentTrouble, TROUBLE_KINDS, type TroubleKind } from '@satchel/lightning/port/node-trouble'
import { Type } from 'typebox'

const Kind = Type.Unsafe<TroubleKind>({
  type: 'string',
  enum: [...TROUBLE_KINDS],
  description:
    '`setting_wrong`, `wrong_network`, `certificate_untrusted`, `credential_refused`: correct the variable. `clock_apart`: the clocks differ by more than a minute. `locked`: the wallet of the node is locked or not created. `starting`, `unreachable`: no answer. `out_of_sync`: blocks or channels of the network are missing. `no_coins`: too little on-chain to claim payments of a closing channel.',
  examples: ['locked'],
})

/** For the operator. */
export const NodeTrouble = Type.Object(
  {
    kind: Kind,
    variable: Type.Union([Type.String(), Type.Null()], { description: 'Variable to change; null = none.' }),
    detail: Type.String({ description: 'Observation, as text.' }),
    since: Type.Integer({ description: 'Time of the observation, Unix seconds.' }),
  },
  { $id: 'NodeTrouble', description: 'Why a node does not answer, or not as it should.' },
)

export const TroublesBody = Type.Array(schemaRef(NodeTrouble), {
  description: 'Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known.',
})

export const toTroublesJson = (troubles: readonly CurrentTrouble[]) =>
  troubles.map(({ kind, variable, detail, since }) => ({ kind, variable: variable ?? null, detail, since }))

/** For all users: only the code. */
export const TroubleWord = Type.Union([Kind, Type.Null()], {
  description: 'Code of the problem of the Lightning node; null = none known.',
})
