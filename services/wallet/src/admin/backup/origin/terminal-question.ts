import { createInterface } from 'node:readline/promises'
import type { ReadStream, WriteStream } from 'node:tty'

/**
 * Asks the user at the terminal; undefined if input or output is not a terminal. The end of the input is an empty
 * answer.
 */
export function terminalQuestion(
  input: ReadStream,
  output: WriteStream,
): ((question: string) => Promise<string>) | undefined {
  if (!input.isTTY || !output.isTTY) return undefined
  return async (question) => {
    const lines = createInterface({ input, output })
    try {
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
      return await Promise.race([lines.question(question), ended])
    } finally {
      lines.close()
    }
  }
}
