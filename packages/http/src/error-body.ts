import { type Static, Type } from 'typebox'
import type { ValidationProblem } from './validation-problem.ts'

/** Body of every error answer but 422 (rule W14). */
export const ErrorBody = Type.Object(
  { detail: Type.String({ description: 'Human-readable error message.', examples: ['Payment not found.'] }) },
  { $id: 'ErrorBody', description: 'Body of an error answer.' },
)
export type ErrorBody = Static<typeof ErrorBody>

const Code = Type.String({
  description: 'The error, as a fixed word for programs.',
  examples: ['insufficient_balance'],
})

const Params = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'The numbers and names in `detail`, where it has some.',
    examples: [{ max: 100000 }],
  }),
)

/** What every error body has where errors have codes: for schemas with fields of their own. */
export const ERROR_CODE_FIELDS = { code: Code, params: Params } as const

/** Takes the place of `ErrorBody`, under the same name, where errors have codes. */
export const CodedErrorBody = Type.Object(
  { ...ErrorBody.properties, ...ERROR_CODE_FIELDS },
  { $id: 'ErrorBody', description: 'Body of an error answer.' },
)

/** Body of a 422 where `detail` is always text (rule S531). */
export const InvalidBody = Type.Object(
  {
    detail: Type.String({
      description: 'The first problem, human-readable.',
      examples: ['body.amount: Field required'],
    }),
    ...ERROR_CODE_FIELDS,
    errors: Type.Array(Type.Unsafe<ValidationProblem>({ $ref: 'ValidationError#' }), { description: 'All of them.' }),
  },
  { $id: 'InvalidBody', description: 'The problems of a request, with the place of each.' },
)
