import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { commands } = (await import(`${ROOT}scripts/commands.mjs`)) as {
  readonly commands: Readonly<Record<string, (args: readonly string[]) => readonly (readonly string[])[]>>
}

test('the files that npm commands run exist', () => {
  const words = Object.values(commands).flatMap((processesOf) => processesOf([]).flat())
  const files = words.map((word) => word.replace(/^--import=/, '')).filter((word) => /\/.*\.(ts|mjs)$/.test(word))
  expect(files.length).toBeGreaterThan(30)
  expect(files.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([])
})
