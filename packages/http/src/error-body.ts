import { type Static, Type } from 'typebox'

/** Body of every error answer but 422 (Spec, Errors). */
export const ErrorBody = Type.Object(
  { detail: Type.String({ description: 'What went wrong, for people.' }) },
  { $id: 'ErrorBody', description: 'Why a request was not answered as asked.' },
)
export type ErrorBody = Static<typeof ErrorBody>
