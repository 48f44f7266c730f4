import { Type } from 'typebox'

const LINE = '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$'
const PROSE = '^[^\\u0000\\ud800-\\udfff]*$'

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: LINE, description: 'Name, 1 to 100 characters.' })
const Target = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: PROSE,
  description: 'A Lightning address, or an LNURL to pay, also in a text around it.',
  examples: ['alice@pay.example'],
})
const Note = Type.String({
  maxLength: 2000,
  pattern: PROSE,
  description: 'Note for yourself: at most 2,000 characters.',
})

export const ContactBody = Type.Object(
  {
    id: Type.String({ description: 'Id of the contact.' }),
    name: Type.String({ description: 'Name of the contact.', examples: ['Alice'] }),
    target: Type.String({ description: 'A Lightning address in lower case, or an LNURL.' }),
    note: Type.String({ description: 'Your note, or empty.' }),
    created_at: Type.Integer({ description: 'Time of creation, Unix seconds.' }),
    last_used_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Time of its newest linked payment, Unix seconds; null = none.',
    }),
  },
  { $id: 'Contact', description: 'Payee in your contacts.' },
)

export const ContactList = Type.Object(
  {
    contacts: Type.Array(Type.Object({ name: Type.String(), target: Type.String(), note: Type.String() }), {
      description: 'All contacts, by name.',
    }),
  },
  { $id: 'ContactFile', description: 'Contacts as a file.' },
)

export const NewContact = Type.Object(
  { name: Name, target: Target, note: Type.Optional(Note) },
  { additionalProperties: false, examples: [{ name: 'Alice', target: 'alice@pay.example' }] },
)

export const ContactChanges = Type.Partial(Type.Object({ name: Name, target: Target, note: Note }), {
  additionalProperties: false,
  minProperties: 1,
  examples: [{ note: 'Lives next door' }],
})

export const ImportedContacts = Type.Object(
  {
    contacts: Type.Array(Type.Object({ name: Name, target: Target, note: Type.Optional(Note) }), {
      maxItems: 1000,
      description: 'Contacts to import, at most 1,000 at once.',
    }),
  },
  { examples: [{ contacts: [{ name: 'Alice', target: 'alice@pay.example' }] }] },
)

export const PaymentNoteBody = Type.Object(
  {
    note: Type.String({ description: 'Your note, or empty.' }),
    labels: Type.Array(Type.String(), { description: 'Your labels.' }),
    contact_id: Type.Optional(Type.String({ description: 'Contact that it is linked to.' })),
  },
  { $id: 'PaymentNote', description: 'Your note about a payment.' },
)

export const ChangedNote = Type.Partial(
  Type.Object({
    note: Note,
    labels: Type.Array(Type.String({ minLength: 1, maxLength: 40, pattern: LINE }), {
      maxItems: 20,
      description: 'Complete list of labels: at most 20, of 1 to 40 characters each.',
    }),
    contact_id: Type.Union([Type.String({ maxLength: 64, pattern: LINE, 'x-lower-case': true }), Type.Null()], {
      description: 'Id of one of your contacts; null = none.',
    }),
  }),
  { additionalProperties: false, examples: [{ note: 'For the trip', labels: ['travel'] }] },
)

export const LabelCount = Type.Object(
  {
    label: Type.String({ description: 'The label.' }),
    count: Type.Integer({ description: 'Number of payments with it.' }),
  },
  { $id: 'LabelCount', description: 'A label of payments.' },
)
