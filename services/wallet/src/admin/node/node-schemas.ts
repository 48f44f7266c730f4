import { type TSchema, Type } from 'typebox'
import { TroublesBody } from '../../funding/trouble-json.ts'
import { REAL_KINDS } from './node-fields.ts'

const orNull = <S extends TSchema>(schema: S, description: string) => Type.Union([schema, Type.Null()], { description })

const msatOrNull = (description: string) => orNull(Type.Integer(), `${description} Millisatoshis; null = not known.`)

/** A node's report about itself. */
const REPORT = {
  network: orNull(Type.String(), 'Prefix of its invoices; null = it has not answered yet.'),
  node_key: orNull(Type.String(), 'Its public key, hex; for a hosted node the id of the account, empty if unknown.'),
  alias: orNull(Type.String(), 'Alias of the node, or name of the wallet at its host; null = unknown.'),
  can_send_msat: msatOrNull('Amount that can be sent now.'),
  can_receive_msat: msatOrNull('Amount that its channels can receive now.'),
  height: orNull(Type.Integer(), 'Newest block that the node knows; null = unknown.'),
  synced: orNull(Type.Boolean(), 'True: the node has all blocks; null = unknown.'),
  on_chain_msat: msatOrNull('On-chain balance, to claim payments of a channel that closes.'),
  can_hold: Type.Boolean({ description: 'True: supports hold invoices.' }),
  can_limit_fees: Type.Boolean({ description: 'True: limits the fee of a payment.' }),
}

const kind = Type.String({ description: 'Kind of the node.' })

const NodeInUse = Type.Object(
  {
    kind,
    ...REPORT,
    answers: Type.Boolean({ description: 'True: its last call was answered.' }),
    troubles: TroublesBody,
    answered_at: orNull(Type.Integer(), 'When it last answered this process: Unix seconds; null = not yet.'),
  },
  { description: 'Node that this process uses.' },
)

const StoredNodeBody = Type.Object(
  {
    kind,
    node_key: Type.String({
      description: 'Public key of the node, or id of the account at its host, when it was stored.',
    }),
    alias: Type.String({ description: 'Alias of the node at that time; may be empty.' }),
    former_kind: orNull(
      Type.String(),
      'Kind of the node before it, still polled about its payments; `none`: it cannot be polled.',
    ),
    stored_at: Type.Integer({ description: 'Time of storing, Unix seconds.' }),
    stored_by: Type.String({ description: 'Id of the super user.' }),
    in_use: Type.Boolean({ description: 'True: this process started with it.' }),
  },
  { description: 'Node that was stored here; its credentials are encrypted and never answered.' },
)

const Field = Type.Object({
  name: Type.String({ description: 'Name of the variable: a key of `values`.' }),
  type: Type.String({ description: '`text`, `flag` or `integer`.' }),
  secret: Type.Boolean({ description: 'True: a secret: anyone who has it can use the node.' }),
  about: Type.String({ description: 'Explanation, one sentence.' }),
  default: Type.String({ description: 'Default; may be empty.' }),
  is_set: Type.Boolean({ description: 'True: the environment sets it and has priority.' }),
})

export const NodeSettings = Type.Object(
  {
    counts: Type.Union([Type.Literal('environment'), Type.Literal('stored'), Type.Literal('default')], {
      description: 'Source of the configuration in use.',
    }),
    overruled_by: Type.Array(Type.String(), {
      description: 'Variables in the environment that have priority over a stored node.',
    }),
    restart_needed: Type.Boolean({
      description: 'True: the stored configuration differs from the one in use, and applies after a restart.',
    }),
    in_use: NodeInUse,
    former_kind: orNull(
      Type.String(),
      'Kind of the node before, still polled about its payments; `none`: it cannot be polled.',
    ),
    stored: Type.Union([StoredNodeBody, Type.Null()], { description: 'Stored node; null = none.' }),
    kinds: Type.Array(
      Type.Object({ kind, fields: Type.Array(Field, { description: 'Fields of this kind of node.' }) }),
      {
        description: 'Kinds of nodes that can be used.',
      },
    ),
  },
  { $id: 'NodeSettings', description: 'Lightning node in use, stored node, and kinds of nodes that can be used.' },
)

export const TriedNode = Type.Object(
  {
    kind,
    ...REPORT,
    proves_payments: Type.Boolean({
      description: 'True: reports sent payments with their preimage; none is booked as paid without it.',
    }),
    is_in_use: Type.Boolean({ description: 'True: the node in use.' }),
  },
  { $id: 'TriedNode', description: 'Answer of the node; nothing was stored.' },
)

const CHOICE = {
  kind: Type.Unsafe<(typeof REAL_KINDS)[number]>({
    type: 'string',
    enum: [...REAL_KINDS],
    description: 'Kind of the node.',
    examples: ['lnd'],
  }),
  values: Type.Record(
    Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Z0-9_]+$' }),
    Type.String({ maxLength: 20_000, pattern: '^[^\\u0000]*$' }),
    {
      maxProperties: 20,
      writeOnly: true,
      description:
        'Variables by name, as listed by `kinds`: URL and credentials. Certificates, macaroons and keys as text, not as paths.',
      examples: [{ LND_REST_ENDPOINT: 'https://127.0.0.1:8080' }],
    },
  ),
}

export const TRY_BODY = Type.Object(CHOICE, { additionalProperties: false })

export const USE_BODY = Type.Object(
  {
    ...CHOICE,
    former_gone: Type.Optional(
      Type.Boolean({
        description:
          'True: the node in use can no longer be reached; after a restart it is not queried, and its pending payments stay pending. Default: false.',
      }),
    ),
  },
  { additionalProperties: false },
)
