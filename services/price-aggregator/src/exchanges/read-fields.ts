/** A place in a JSON file: its path for people, and the list its problems go to. */
export interface Place {
  readonly path: string
  readonly problems: string[]
}

/** Reads one value. Undefined means that it was invalid, and that `place` has recorded why. */
export type Read<T> = (value: unknown, place: Place) => T | undefined

export interface Fields {
  required<T>(name: string, read: Read<T>): T | undefined
  optional<T>(name: string, read: Read<T>): T | undefined
}

/** Reads an object field by field; an unknown name is a problem, because it is most likely a typo. */
export function readFields<T>(value: unknown, place: Place, read: (fields: Fields) => T): T | undefined {
  const entries = readEntries(value, place)
  if (entries === undefined) return undefined
  const members = new Map(entries)
  const known = new Set<string>()
  const field = <V>(name: string, readValue: Read<V>, needed: boolean): V | undefined => {
    known.add(name)
    if (members.has(name)) return readValue(members.get(name), at(place, name))
    return needed ? problem(at(place, name), 'is missing') : undefined
  }
  const result = read({
    required: (name, readValue) => field(name, readValue, true),
    optional: (name, readValue) => field(name, readValue, false),
  })
  for (const name of members.keys()) {
    if (!known.has(name)) problem(at(place, name), `is unknown (known: ${[...known].join(', ')})`)
  }
  return result
}

export function readEntries(value: unknown, place: Place): [string, unknown][] | undefined {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  return problem(place, 'must be an object')
}

/** Every element is read, so that all problems show; one bad element makes the list undefined. */
export function readList<T>(value: unknown, place: Place, read: Read<T>): T[] | undefined {
  if (!Array.isArray(value)) return problem(place, 'must be a list')
  const list = value.map((element, index) => read(element, at(place, index)))
  const good = list.filter((element): element is Awaited<T> & T => element !== undefined)
  return good.length === list.length ? good : undefined
}

export function at(place: Place, step: string | number): Place {
  const child = typeof step === 'number' ? `${place.path}[${step}]` : `${place.path}${place.path ? '.' : ''}${step}`
  return { path: child, problems: place.problems }
}

export function problem(place: Place, text: string): undefined {
  place.problems.push(place.path === '' ? text : `${place.path}: ${text}`)
  return undefined
}
