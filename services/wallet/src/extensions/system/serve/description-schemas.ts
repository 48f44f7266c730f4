import { NUMBER_KINDS, TEXT_KINDS } from '@satchel/extension-sdk/owner/field-kinds'
import { schemaRef } from '@satchel/http/schema-ref'
import { LANGUAGES, type Language } from '@satchel/page/languages'
import { type Static, Type } from 'typebox'

const named = (kinds: readonly string[]): string => kinds.map((kind) => `\`${kind}\``).join(', ')

export const AskedLanguage = Type.Unsafe<Language>(
  Type.Union(
    Object.keys(LANGUAGES).map((each) => Type.Literal(each)),
    { description: 'Language of labels and explanations; untranslated ones are in English.', default: 'en' },
  ),
)

const DescribedField = Type.Object(
  {
    name: Type.String({ description: 'Name in bodies and items.' }),
    type: Type.String({ description: '`text`, `sat`, `money`, `walletRef`, `list`, …' }),
    label: Type.String({ description: 'Label, for people.' }),
    help: Type.Optional(Type.String({ description: 'Explanation, one sentence.' })),
    group: Type.Optional(Type.String({ description: 'Name of the group of fields that are shown together.' })),
    advanced: Type.Optional(Type.Boolean({ description: 'True: few users need it.' })),
    example: Type.Optional(Type.String({ description: 'Example value.' })),
    required: Type.Boolean({ description: 'True: required.' }),
    optional: Type.Boolean({ description: 'True: `null` removes it.' }),
    server: Type.Boolean({ description: 'True: set by the extension.' }),
    fixed: Type.Boolean({ description: 'True: cannot be changed later.' }),
    show: Type.String({ description: 'Audience: `owner`, `admin`, `once` or `public`.' }),
    default: Type.Optional(Type.Unknown({ description: 'Default of an omitted field.' })),
    min: Type.Optional(Type.Number({ description: 'Minimum value or length.' })),
    max: Type.Optional(Type.Number({ description: 'Maximum value or length.' })),
    options: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), label: Type.String() }), {
        description: 'Allowed values.',
      }),
    ),
    of: Type.Optional(Type.Array(Type.Unknown(), { description: 'For a list: fields of an element, in this form.' })),
    as: Type.Optional(
      Type.String({
        description: `Meaning of a text (${named(TEXT_KINDS)}) or a number (${named(NUMBER_KINDS)}).`,
      }),
    ),
    isPlain: Type.Optional(Type.Boolean({ description: 'True: elements are plain values.' })),
    maxItems: Type.Optional(Type.Integer({ description: 'Maximum number of elements.' })),
    minItems: Type.Optional(Type.Integer({ description: 'Minimum number of elements.' })),
  },
  { $id: 'ExtensionField', description: 'A field of an item, of a body or of an answer.' },
)
const Fields = (description?: string) =>
  Type.Array(schemaRef(DescribedField), description === undefined ? {} : { description })

const DescribedAction = Type.Object(
  {
    id: Type.String({ description: 'Id of the action within the extension.' }),
    label: Type.String({ description: 'Label, for people.' }),
    method: Type.String({ description: 'Method of the request.' }),
    path: Type.String({ description: 'Path of the request: `/events/api/v1/{id}/tickets/{ticket}/register`.' }),
    of: Type.String({ description: 'Object of the action: `item`, `row` or `extension`.' }),
    row: Type.Optional(
      Type.Object(
        { param: Type.String(), field: Type.String() },
        { description: 'Parameters of the path, with the field of the row for each.' },
      ),
    ),
    danger: Type.Boolean({ description: 'True: the web app asks for confirmation.' }),
    confirm: Type.Optional(Type.String({ description: 'Question of the confirmation.' })),
    fields: Fields('Fields of the body.'),
    answer: Fields('Fields of the answer.'),
  },
  { $id: 'ExtensionAction', description: 'A request that the owner can make.' },
)

export const ExtensionDescription = Type.Object(
  {
    id: Type.String({ description: 'Id of the extension.' }),
    name: Type.String({ description: 'Name of the extension.' }),
    about: Type.String({ description: 'Description of the extension.' }),
    category: Type.Optional(
      Type.String({ description: '`receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`.' }),
    ),
    layout: Type.String({ description: 'Layout of an item: `sell`, `get-paid` or `connect`.' }),
    state: Type.Optional(Type.String({ description: 'Field with the state of an item.' })),
    figures: Type.Array(Type.String(), { description: 'Fields to show large on top of an item.' }),
    meters: Type.Array(Type.Object({ used: Type.String(), limit: Type.String(), list: Type.Optional(Type.String()) }), {
      description: 'Fields that tell how much of a limit is used; with `list`, in the elements of that field.',
    }),
    entries: Type.Optional(Type.String({ description: 'List whose last rows are shown on top of an item.' })),
    noun: Type.Object({ one: Type.String(), many: Type.String() }, { description: 'Noun for an item.' }),
    base: Type.String({ description: 'Path of its items: list, create, and below it read, change and delete.' }),
    columns: Type.Array(Type.String(), { description: 'Fields to show in a list, the title first.' }),
    filters: Type.Array(Type.String(), { description: 'Fields that filter the list.' }),
    fields: Fields('Fields of an item.'),
    options: Fields('Query parameters of a creation.'),
    groups: Type.Record(Type.String(), Type.String(), { description: 'Labels of the groups of fields.' }),
    links: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        kind: Type.String({ description: '`open`, `copy`, `qr`, `nfc`, `print` or `download`.' }),
        path: Type.Optional(Type.String({ description: 'URL with names of fields in braces.' })),
        field: Type.Optional(Type.String({ description: 'Field whose value is used.' })),
      }),
      { description: 'Links of an item.' },
    ),
    lists: Type.Array(
      Type.Object({
        id: Type.String(),
        label: Type.String(),
        path: Type.String(),
        of: Type.String({ description: '`item` or `extension`.' }),
        kind: Type.String({ description: '`list`: rows; `object`: one object.' }),
        paged: Type.Boolean({ description: 'True: it takes `limit` and `offset`.' }),
        fields: Fields(),
        row: Type.Object(
          {
            title: Type.Optional(Type.String()),
            amount: Type.Optional(Type.String()),
            time: Type.Optional(Type.String()),
            state: Type.Optional(Type.String()),
          },
          { description: 'Fields that a row shows.' },
        ),
        actions: Type.Array(schemaRef(DescribedAction)),
      }),
      { description: 'Lists of an item, or of the extension.' },
    ),
    actions: Type.Array(schemaRef(DescribedAction), { description: 'Actions on an item.' }),
  },
  {
    $id: 'ExtensionDescription',
    description: 'Description from which the owner pages of an extension are built.',
  },
)

export const DESCRIPTION_COMPONENTS = [DescribedField, DescribedAction, ExtensionDescription]
export type ExtensionDescription = Static<typeof ExtensionDescription>
