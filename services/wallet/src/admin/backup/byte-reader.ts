/** Reads pieces of the requested sizes, whatever the sizes of the incoming chunks. */
export function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  async function* parts(size: number, see: (part: Buffer) => void = () => undefined): AsyncGenerator<Buffer> {
    for (let missing = size; missing > 0; ) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) throw new Error('it ends too early')
        rest = next.value
      }
      const part = rest.subarray(0, missing)
      rest = rest.subarray(part.length)
      missing -= part.length
      see(part)
      yield part
    }
  }
  return {
    parts,
    async exactly(size: number): Promise<Buffer> {
      const found: Buffer[] = []
      for await (const part of parts(size)) found.push(part)
      return Buffer.concat(found)
    },
  }
}
