import { Type } from 'typebox'

/** The answer of a call that has nothing else to answer. */
export const Detail = Type.Object(
  { detail: Type.String({ description: 'Confirmation, as text.' }) },
  { $id: 'Detail', description: 'Confirmation.' },
)
