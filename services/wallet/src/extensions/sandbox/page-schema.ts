import { FRAME_FILE } from '@satchel/extension-sdk/package/frame-files'
import { type TSchema, Type } from 'typebox'

const most = (maxLength: number) => Type.String({ maxLength })
const opt = Type.Optional
const list = (items: TSchema, maxItems: number) => Type.Array(items, { maxItems })

const Amount = Type.Object({ amount: Type.Union([Type.Number(), most(40)]), currency: most(10) })
const Time = Type.Object({
  at: Type.Number(),
  form: Type.Union([Type.Literal('day'), Type.Literal('minute'), Type.Literal('clock'), Type.Literal('weekday')]),
  timeZone: most(64),
})
const Plain = Type.Union([most(20_000), Amount, Time])
const fixedWith = (values: TSchema) =>
  Type.Object({ fixed: most(2000), values: Type.Record(Type.String(), Type.Union([values, Type.Number()])) })
const Text = Type.Union([Plain, fixedWith(Type.Union([Plain, fixedWith(Plain)]))])
const Link = most(4096)

const PaidMessage = Type.Object({ text: Text, href: opt(Link), label: opt(Text), redirect: opt(Type.Boolean()) })

/** All of the SDK except `key`: a package's page must not ask for a key. */
const FIELD_TYPES = [
  'text',
  'textarea',
  'target',
  'public-key',
  'email',
  'number',
  'keypad',
  'select',
  'checkbox',
  'date',
  'time',
  'hidden',
]

const FormField = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
  label: Text,
  type: Type.Union(FIELD_TYPES.map((type) => Type.Literal(type))),
  value: opt(most(4096)),
  required: opt(Type.Boolean()),
  min: opt(Type.Number()),
  max: opt(Type.Number()),
  step: opt(Type.Number()),
  maxLength: opt(Type.Integer({ minimum: 1, maximum: 65_536 })),
  hint: opt(Text),
  unit: opt(most(20)),
  options: opt(list(Type.Union([Type.Tuple([most(200), Text]), Type.Tuple([most(200), Text, Text])]), 1000)),
  asButtons: opt(Type.Boolean()),
  numeric: opt(Type.Boolean()),
  suggestions: opt(list(Type.Number(), 20)),
})

const block = (kind: string, fields: Record<string, TSchema>) => Type.Object({ kind: Type.Literal(kind), ...fields })

/** No other fields: a frame shows either another site or a file, and is checked accordingly. */
const frame = (fields: Record<string, TSchema>) =>
  Type.Object({ kind: Type.Literal('frame'), title: Text, ...fields }, { additionalProperties: false })

/** A path below the extension, without dot segments, which would lead out of it. */
const DOTS = '(?:\\.|%2[eE]){1,2}(?:/|$)'
const OwnPath = Type.String({ pattern: `^(?:/(?!${DOTS}|/)[A-Za-z0-9._~%{}-]+)+/?$`, maxLength: 500 })

/** All of the SDK except `app`, which a script in this service's own origin draws. */
const Block = Type.Union([
  block('heading', { text: Text }),
  block('text', {
    text: Text,
    tone: opt(Type.Union(['plain', 'muted', 'good', 'bad'].map((tone) => Type.Literal(tone)))),
  }),
  block('amount', { text: Text, note: opt(Text) }),
  block('image', { url: most(400_000), alt: Text }),
  block('qr', { value: most(4096), label: Text, link: opt(Link) }),
  block('facts', { rows: list(Type.Tuple([Text, Text]), 200) }),
  block('table', {
    head: list(Text, 20),
    rows: list(list(Text, 20), 1000),
    foot: opt(list(list(Text, 20), 20)),
    numericColumns: opt(list(Type.Integer(), 20)),
    caption: opt(Text),
  }),
  block('list', {
    items: list(
      Type.Object({ title: Text, text: opt(Text), note: opt(Text), href: opt(Link), image: opt(most(400_000)) }),
      1000,
    ),
    empty: opt(Text),
    plainOnly: opt(Type.Boolean()),
  }),
  block('link', { text: Text, href: Link, primary: opt(Type.Boolean()) }),
  block('countdown', { until: Type.Number(), label: Text }),
  block('progress', { value: Type.Number(), of: Type.Number(), text: Text }),
  block('sheet', {
    cards: list(
      Type.Object({ qr: most(4096), title: Text, lines: opt(list(Text, 10)), image: opt(most(400_000)) }),
      1000,
    ),
  }),
  block('print', { text: Text }),
  frame({ url: Link }),
  frame({
    file: Type.String({ pattern: FRAME_FILE, maxLength: 250 }),
    height: opt(Type.Integer({ minimum: 50, maximum: 2000 })),
    routes: opt(list(most(200), 20)),
    data: opt(Type.Unknown()),
  }),
  block('form', {
    action: OwnPath,
    method: opt(Type.Union(['GET', 'POST', 'PUT'].map((method) => Type.Literal(method)))),
    submit: Text,
    fields: list(FormField, 100),
    closed: opt(Text),
    note: opt(Text),
    plainOnly: opt(Type.Boolean()),
    quoteAction: opt(OwnPath),
    paid: opt(PaidMessage),
    done: opt(PaidMessage),
    state: opt(Link),
    remember: opt(Type.Boolean()),
    clearAfterSubmit: opt(Type.Boolean()),
  }),
  block('invoice', {
    paymentRequest: most(8192),
    state: Link,
    status: opt(Type.Union(['pending', 'paid', 'expired'].map((status) => Type.Literal(status)))),
    amount: opt(Text),
    note: opt(Text),
    paid: opt(PaidMessage),
    expiresAt: opt(Type.Number()),
  }),
])

/** A page as the code of a package may send it. The host renders it; scripts run only in frames with files. */
export const PackagePage = Type.Object(
  {
    title: Text,
    eyebrow: opt(Text),
    blocks: list(Block, 200),
    channel: opt(Type.String({ pattern: '^[A-Za-z0-9._~:-]{1,200}$' })),
    layout: opt(Type.Union(['narrow', 'wide', 'bare'].map((layout) => Type.Literal(layout)))),
    brand: opt(Type.Object({ logo: opt(Link), color: opt(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })) })),
    installable: opt(Type.Boolean()),
    language: opt(most(8)),
  },
  { additionalProperties: false },
)
