import { type Static, Type } from 'typebox'
import type { ValidationProblem } from './validation-problem.ts'

/** Body of every error answer but 422 (Spec, Errors). */
export const ErrorBody = Type.Object(
  { detail: Type.String({ description: 'What went wrong, for people.', examples: ['Payment not found.'] }) },
  { $id: 'ErrorBody', description: 'Why a request was not answered as asked.' },
)
export type ErrorBody = Static<typeof ErrorBody>

/** Body of a 422 where `detail` is always text (decisions §5, 422 body). */
export const InvalidBody = Type.Object(
  {
    detail: Type.String({
      description: 'The first problem, for people.',
      examples: ['body.amount: Field required'],
    }),
    errors: Type.Array(Type.Unsafe<ValidationProblem>({ $ref: 'ValidationError#' }), { description: 'All of them.' }),
  },
  { $id: 'InvalidBody', description: 'What is wrong with a request, place by place.' },
)
