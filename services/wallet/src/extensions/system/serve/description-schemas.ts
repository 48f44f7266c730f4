import { NUMBER_KINDS, TEXT_KINDS } from '@satchel/extension-sdk/owner/field-kinds'
import { schemaRef } from '@satchel/http/schema-ref'
import { type Language, LANGUAGES } from '@satchel/page/languages'
import { type Static, Type } from 'typebox'

const named = (kinds: readonly string[]): string => kinds.map((kind) => `\`${kind}\``).join(', ')

export const AskedLanguage = Type.Unsafe<Language>(
  Type.Union(
    Object.keys(LANGUAGES).map((each) => Type.Literal(each)),
    { description: 'Of labels and explanations; what has none in it is in English.', default: 'en' },
  ),
)

const DescribedField = Type.Object(
  {
    name: Type.String({ description: 'In bodies and items.' }),
    type: Type.String({ description: '`text`, `sat`, `money`, `walletRef`, `list`, …' }),
    label: Type.String({ description: 'For people.' }),
    help: Type.Optional(Type.String({ description: 'A sentence about it.' })),
    group: Type.Optional(Type.String({ description: 'Fields of one group stand together.' })),
    advanced: Type.Optional(Type.Boolean({ description: 'Few people need it.' })),
    example: Type.Optional(Type.String({ description: 'An example value.' })),
    required: Type.Boolean({ description: 'It has to be given.' }),
    optional: Type.Boolean({ description: '`null` removes it.' }),
    server: Type.Boolean({ description: 'Set by the extension.' }),
    fixed: Type.Boolean({ description: 'Cannot be changed later.' }),
    show: Type.String({ description: 'The audience: `owner`, `admin`, `once` or `public`.' }),
    default: Type.Optional(Type.Unknown({ description: 'The value if the field is omitted.' })),
    min: Type.Optional(Type.Number({ description: 'The least, or the shortest.' })),
    max: Type.Optional(Type.Number({ description: 'The most, or the longest.' })),
    options: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
        description: 'The values it may have.',
      }),
    ),
    of: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Of a list: the fields of an element, in this form.' }),
    ),
    as: Type.Optional(
      Type.String({
        description: `What a text (${named(TEXT_KINDS)}) or a number (${named(NUMBER_KINDS)}) is.`,
      }),
    ),
    isPlain: Type.Optional(Type.Boolean({ description: 'Its elements are plain values.' })),
    maxItems: Type.Optional(Type.Integer({ description: 'How many elements it may have.' })),
    minItems: Type.Optional(Type.Integer({ description: 'How many it must have.' })),
  },
  { $id: 'ExtensionField', description: 'A field of an item, of a body or of an answer.' },
)
const Fields = (description?: string) =>
  Type.Array(schemaRef(DescribedField), description === undefined ? {} : { description })

const DescribedAction = Type.Object(
  {
    id: Type.String({ description: 'Names it within the extension.' }),
    label: Type.String({ description: 'For people.' }),
    method: Type.String({ description: 'Of the request.' }),
    path: Type.String({ description: 'Of the request: `/events/api/v1/{id}/tickets/{ticket}/register`.' }),
    of: Type.String({ description: 'The object of the action: `item`, `row` or `extension`.' }),
    row: Type.Optional(
      Type.Object(
        { param: Type.String(), field: Type.String() },
        { description: 'Which field of the row fills which parameter of the path.' },
      ),
    ),
    danger: Type.Boolean({ description: 'The web app asks first.' }),
    confirm: Type.Optional(Type.String({ description: 'The question before the action runs.' })),
    fields: Fields('Of the body.'),
    answer: Fields('Of the answer.'),
  },
  { $id: 'ExtensionAction', description: 'A request that the owner can make.' },
)

export const ExtensionDescription = Type.Object(
  {
    id: Type.String({ description: 'Which extension.' }),
    name: Type.String({ description: 'Its name.' }),
    about: Type.String({ description: 'A description of the action.' }),
    category: Type.Optional(
      Type.String({ description: '`receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`.' }),
    ),
    noun: Type.Object({ one: Type.String(), many: Type.String() }, { description: 'The noun for an item.' }),
    base: Type.String({ description: 'The path of its items: list, create, and below it read, change and delete.' }),
    columns: Type.Array(Type.String(), { description: 'Fields for a list, the title first.' }),
    filters: Type.Array(Type.String(), { description: 'Fields that filter the list.' }),
    fields: Fields('Of an item.'),
    options: Fields('Query parameters of a creation.'),
    groups: Type.Record(Type.String(), Type.String(), { description: 'Names of the groups of fields.' }),
    links: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        kind: Type.String({ description: '`open`, `copy`, `qr`, `nfc`, `print` or `download`.' }),
        path: Type.Optional(Type.String({ description: 'With names of fields in braces.' })),
        field: Type.Optional(Type.String({ description: 'The field whose value is used.' })),
      }),
      { description: 'The links of an item.' },
    ),
    lists: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        path: Type.String(),
        of: Type.String({ description: '`item` or `extension`.' }),
        kind: Type.String({ description: '`list`: rows; `object`: one object.' }),
        paged: Type.Boolean({ description: 'It takes `limit` and `offset`.' }),
        fields: Fields(),
        actions: Type.Array(schemaRef(DescribedAction)),
      }),
      { description: 'The lists of an item, or of the extension.' },
    ),
    actions: Type.Array(schemaRef(DescribedAction), { description: 'The actions on an item.' }),
  },
  {
    $id: 'ExtensionDescription',
    description: 'The description from which the owner’s pages of an extension are built.',
  },
)

export const DESCRIPTION_COMPONENTS = [DescribedField, DescribedAction, ExtensionDescription]
export type ExtensionDescription = Static<typeof ExtensionDescription>
