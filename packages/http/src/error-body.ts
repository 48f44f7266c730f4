import { type Static, Type } from 'typebox'
import type { ValidationProblem } from './validation-problem.ts'

/** Body of every error answer but 422 (rule W14). */
export const ErrorBody = Type.Object(
  { detail: Type.String({ description: 'Human-readable error message.', examples: ['Payment not found.'] }) },
  { $id: 'ErrorBody', description: 'Body of an error answer.' },
)
export type ErrorBody = Static<typeof ErrorBody>

const Code = Type.String({
  description: 'Code of the error, for programs.',
  examples: ['insufficient_balance'],
})

const Params = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'Numbers and names in `detail`, if any.',
    examples: [{ max: 100000 }],
  }),
)

/** Fields of every error body with codes, for schemas with fields of their own. */
export const ERROR_CODE_FIELDS = { code: Code, params: Params } as const

/** Replaces `ErrorBody`, with the same name, if errors have codes. */
export const CodedErrorBody = Type.Object(
  { ...ErrorBody.properties, ...ERROR_CODE_FIELDS },
  { $id: 'ErrorBody', description: 'Body of an error answer.' },
)

/** Body of a 422 where `detail` is always text (rule S531). */
export const InvalidBody = Type.Object(
  {
    detail: Type.String({
      description: 'First problem, human-readable.',
      examples: ['body.amount: Field required'],
    }),
    ...ERROR_CODE_FIELDS,
    errors: Type.Array(Type.Unsafe<ValidationProblem>({ $ref: 'ValidationError#' }), { description: 'All problems.' }),
  },
  { $id: 'InvalidBody', description: 'Problems of a request, with the place of each.' },
)
