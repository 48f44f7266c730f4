import { type Static, Type } from 'typebox'
import type { ValidationProblem } from './validation-problem.ts'

/** Body of every error answer but 422 (rule W14). */
export const ErrorBody = Type.Object(
  { detail: Type.String({ description: 'Human-readable error message.', examples: ['Payment not found.'] }) },
  { $id: 'ErrorBody', description: 'Body of an error answer.' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** Body of a 422 where `detail` is always text (rule S531). */
export const InvalidBody = Type.Object(
  {
    detail: Type.String({
      description: 'The first problem, human-readable.',
      examples: ['body.amount: Field required'],
    }),
    errors: Type.Array(Type.Unsafe<ValidationProblem>({ $ref: 'ValidationError#' }), { description: 'All of them.' }),
  },
  { $id: 'InvalidBody', description: 'What is wrong with a request, place by place.' },
)
