import { invalid } from '@satchel/http/service-error'

/** Returns the one of these fields that the body has; 422 unless it has exactly one. */
export function oneOf<Name extends string>(
  body: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Name {
  const [given, another] = names.filter((name) => body[name] !== undefined)
  if (given !== undefined && another === undefined) return given
  const msg = `Exactly one of ${names.join(', ')} is required`
  throw invalid({
    type: given === undefined ? 'missing' : 'value_error',
    loc: ['body', another ?? names[0] ?? ''],
    msg,
    input: null,
  })
}
