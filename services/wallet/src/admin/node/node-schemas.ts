import { type TSchema, Type } from 'typebox'
import { TroublesBody } from '../../funding/trouble-json.ts'
import { REAL_KINDS } from './node-fields.ts'

const orNull = <S extends TSchema>(schema: S, description: string) => Type.Union([schema, Type.Null()], { description })

const msatOrNull = (description: string) => orNull(Type.Integer(), `${description} Millisatoshis; null = not known.`)

/** A node's report about itself. */
const REPORT = {
  network: orNull(Type.String(), 'Prefix of its invoices; null = it has not answered yet.'),
  node_key: orNull(Type.String(), 'Its public key, hex; for a hosted node the id of the account, empty if unknown.'),
  alias: orNull(Type.String(), 'What the node is called, or the wallet at its host; null = not known.'),
  can_send_msat: msatOrNull('What it can send now.'),
  can_receive_msat: msatOrNull('What its channels can receive now.'),
  height: orNull(Type.Integer(), 'The newest block that it knows; null = not known.'),
  synced: orNull(Type.Boolean(), 'Whether it has all blocks; null = not known.'),
  on_chain_msat: msatOrNull('What it has on chain, to claim payments of a channel that closes.'),
  can_hold: Type.Boolean({ description: 'It holds payments until they are decided.' }),
  can_limit_fees: Type.Boolean({ description: 'It limits the fee of a payment.' }),
}

const kind = Type.String({ description: 'Which kind of node.' })

const NodeInUse = Type.Object(
  {
    kind,
    ...REPORT,
    answers: Type.Boolean({ description: 'Its last call brought an answer.' }),
    troubles: TroublesBody,
    answered_at: orNull(Type.Integer(), 'When it last answered this process: Unix seconds; null = not yet.'),
  },
  { description: 'The node that this process uses.' },
)

const StoredNodeBody = Type.Object(
  {
    kind,
    node_key: Type.String({ description: 'As it said when it was stored.' }),
    alias: Type.String({ description: 'The alias of the node at that time; may be empty.' }),
    former_kind: orNull(
      Type.String(),
      'The node before it, still asked about its payments; `none`: it cannot be asked.',
    ),
    stored_at: Type.Integer({ description: 'Unix seconds.' }),
    stored_by: Type.String({ description: 'The id of the super user.' }),
    in_use: Type.Boolean({ description: 'This process began with it.' }),
  },
  { description: 'Chosen here; its credentials are sealed and never answered.' },
)

const Field = Type.Object({
  name: Type.String({ description: 'Of the variable: a key of `values`.' }),
  type: Type.String({ description: '`text`, `flag` or `integer`.' }),
  secret: Type.Boolean({ description: 'It is enough to use the node.' }),
  about: Type.String({ description: 'One sentence.' }),
  default: Type.String({ description: 'Used when it is left out; may be empty.' }),
  is_set: Type.Boolean({ description: 'The environment sets it, and that counts.' }),
})

export const NodeSettings = Type.Object(
  {
    counts: Type.Union([Type.Literal('environment'), Type.Literal('stored'), Type.Literal('default')], {
      description: 'The source of the configuration in use.',
    }),
    overruled_by: Type.Array(Type.String(), {
      description: 'Variables because of which a stored node does not count.',
    }),
    restart_needed: Type.Boolean({
      description:
        'The stored configuration differs from the one that this process started with, and applies after a restart.',
    }),
    in_use: NodeInUse,
    former_kind: orNull(Type.String(), 'The node before, still asked about its payments; `none`: it cannot be asked.'),
    stored: Type.Union([StoredNodeBody, Type.Null()], { description: 'null = no node is stored.' }),
    kinds: Type.Array(
      Type.Object({ kind, fields: Type.Array(Field, { description: 'The fields of this kind of node.' }) }),
      {
        description: 'The kinds of nodes that can be chosen.',
      },
    ),
  },
  { $id: 'NodeSettings', description: 'The Lightning node: which counts, and what can be chosen.' },
)

export const TriedNode = Type.Object(
  {
    kind,
    ...REPORT,
    proves_payments: Type.Boolean({ description: 'It reports payments with their proof; without one none is booked.' }),
    is_in_use: Type.Boolean({ description: 'It is the node in use.' }),
  },
  { $id: 'TriedNode', description: 'The answer of a node; nothing was stored.' },
)

const CHOICE = {
  kind: Type.Unsafe<(typeof REAL_KINDS)[number]>({
    type: 'string',
    enum: [...REAL_KINDS],
    description: 'Which kind of node.',
    examples: ['lnd'],
  }),
  values: Type.Record(
    Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Z0-9_]+$' }),
    Type.String({ maxLength: 20_000, pattern: '^[^\\u0000]*$' }),
    {
      maxProperties: 20,
      writeOnly: true,
      description:
        'Its variables by name, as `kinds` lists them: URL and credentials. Certificates, macaroons and keys as text, not as paths.',
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
          'The node in use cannot be asked any more: after the next start it is not, and what is pending there stays pending. Default: false.',
      }),
    ),
  },
  { additionalProperties: false },
)
