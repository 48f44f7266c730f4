// What is said about a typed number, by the service and on pages. Its types are in `number-problem.d.ts`.

/**
 * The sentence, in English, and its values; undefined: it is a number that the field takes. `write` writes digits, and
 * `writeBound` a bound in its unit.
 */
export function numberProblem(read, { digits, unit, min, max }, write, writeBound) {
  if (read.is === 'number') return outside(Number(read.text), { min, max }, writeBound)
  if (read.is === 'unsure') return [UNSURE, { readings: read.readings.map(write).join(' / ') }]
  if (read.is !== 'wrong') return undefined
  const [text, values = {}] = PROBLEMS[read.problem]({ digits, unit, example: write(digits === 0 ? '1250' : '12.5') })
  return [text, values]
}

/** The route knows its bounds, too; a visitor who reads them here has sent nothing. */
function outside(number, { min, max }, write) {
  if (min !== undefined && number < min) return ['At least {number}.', { number: write(min) }]
  if (max !== undefined && number > max) return ['At most {number}.', { number: write(max) }]
  return undefined
}

const UNSURE = 'This can be read in two ways. Write it without a mark for thousands: {readings}'

const PROBLEMS = {
  'no-fractions': ({ unit }) =>
    unit === 'sat'
      ? ['There are no fractions of a satoshi.']
      : unit === undefined
        ? ['Only a whole number fits here.']
        : ['There are no fractions of {unit}.', { unit }],
  'too-many-digits': ({ digits }) => ['Digits after the point: at most {digits}.', { digits }],
  negative: () => ['It cannot be less than zero.'],
  'too-long': () => ['This number is too large.'],
  'no-number': ({ example }) => ['Write it in digits, such as {example}.', { example }],
}

/** `1250.5`: `1250,5` in German. */
export const writePlain = (text, point) => text.replace('.', point)
