import { type Static, Type } from 'typebox'

/** One problem of a request, in the form and the words of FastAPI (rule P6). */
export const ValidationProblem = Type.Object(
  {
    type: Type.String({ description: 'Code of the problem, for programs.', examples: ['float_parsing'] }),
    loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      description: 'Place: `path`, `query` or `body`, then names and list positions.',
      examples: [['path', 'amount']],
    }),
    msg: Type.String({
      description: 'Problem, human-readable.',
      examples: ['Input should be a valid number, unable to parse string as a number'],
    }),
    input: Type.Optional(
      Type.Unknown({
        description: 'Input, if it is short; absent for a body with a secret.',
        examples: ['abc'],
      }),
    ),
    ctx: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: true, description: 'Bounds and choices in the message.', examples: [{ gt: 0 }] },
      ),
    ),
  },
  { $id: 'ValidationError', description: 'One problem with a request.' },
)
export type ValidationProblem = Static<typeof ValidationProblem>

export const HttpValidationError = Type.Object(
  {
    detail: Type.Optional(
      Type.Array(Type.Unsafe<ValidationProblem>({ $ref: 'ValidationError#' }), { description: 'Problems.' }),
    ),
  },
  { $id: 'HTTPValidationError', description: 'Body of a 422 answer.' },
)

/** `body.amount: Field required`: the first problem as one sentence, for services whose `detail` is always text. */
export function problemText(problem: ValidationProblem): string {
  return `${problem.loc.join('.')}: ${problem.msg}`
}
