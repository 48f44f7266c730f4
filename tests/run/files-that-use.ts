import { globSync, readFileSync } from 'node:fs'

/** The tests of `npm test` that import this name. */
export const filesThatUse = (name: string): string[] =>
  globSync('{services,extensions,tests}/**/*.test.ts', {
    exclude: ['**/node_modules/**', '**/*.campaign.test.ts'],
  }).filter((path) => new RegExp(`^import .*\\b${name}\\b`, 'm').test(readFileSync(path, 'utf8')))
