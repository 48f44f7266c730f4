import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SANDBOX_EXCEPTIONS } from './sandbox-exceptions.ts'

test.each(SANDBOX_EXCEPTIONS)('the exception "$title" is of a test that there is', ({ file, title }) => {
  expect(readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')).toContain(`'${title}`)
})
