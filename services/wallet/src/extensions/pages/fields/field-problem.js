// What is said about a field that is filled in wrongly, by the service and on pages. Its types are in `field-problem.d.ts`.

/** The sentence, in English, and its values; undefined: the field can be sent. Numbers that are typed have more to say. */
export function fieldProblem(value, { kind, required, max }) {
  if (value === '') return required === true ? [MISSING[kind] ?? MISSING.text, {}] : undefined
  const over = lengthOf(value) - (max ?? Infinity)
  if (over > 0) return ['Too long by {over}: at most {max} characters.', { over, max }]
  return kind === 'email' && !EMAIL.test(value) ? ['This is no e-mail address.', {}] : undefined
}

/** As routes count: an emoji is one. */
export const lengthOf = (text) => [...text].length

const MISSING = { text: 'This is missing.', choice: 'Please choose one.', flag: 'Please tick this.' }

/** As the routes of built-in extensions have it. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** What a route says about a value is for programs; people read this. */
export function routeProblem({ type, msg, ctx = {} }) {
  const words = Object.hasOwn(OF_ROUTES, type) ? OF_ROUTES[type] : undefined
  return words === undefined ? [msg, {}] : words(ctx)
}

const atLeast = (number) => ['At least {number}.', { number }]
const atMost = (number) => ['At most {number}.', { number }]
const malformed = () => ['This is not written as it should be.', {}]

const OF_ROUTES = {
  missing: () => [MISSING.text, {}],
  string_too_short: ({ min_length: min }) =>
    min > 1 ? ['At least {min} characters are needed.', { min }] : [MISSING.text, {}],
  string_too_long: ({ max_length: max }) => ['At most {max} characters.', { max }],
  string_pattern_mismatch: malformed,
  url_parsing: malformed,
  literal_error: malformed,
  greater_than_equal: ({ ge }) => atLeast(ge),
  less_than_equal: ({ le }) => atMost(le),
  int_from_float: () => ['Only a whole number fits here.', {}],
  int_type: malformed,
  float_type: malformed,
}
