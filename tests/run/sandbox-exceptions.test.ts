import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SANDBOX_EXCEPTIONS } from './sandbox-exceptions.ts'

test.each(SANDBOX_EXCEPTIONS)('the exception "$title" belongs to an existing test', ({ file, title }) => {
  expect(readFileSync(`${import.meta.dirname}/../../${file}`, 'utf8')).toContain(`'${title}`)
})
