import { afterEach, beforeEach } from 'vitest'

/** Defines globals of browsers for the tests of a file. Import a module that reads one at load time within a test. */
export function useGlobals(values: Readonly<Record<string, unknown>>): void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  beforeEach(() => {
    for (const [name, value] of Object.entries(values))
      Object.defineProperty(globalThis, name, { configurable: true, value })
  })
  afterEach(() => {
    for (const [name, was] of before) {
      if (was === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, was)
    }
  })
}
