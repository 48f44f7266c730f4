const MAX_BODY_BYTES = 1024 * 1024

/** One answer of at most 1 MiB as text, redirects excluded; undefined when it is not 200. */
export async function fetchBody(
  url: string,
  {
    accept,
    timeoutMs,
    stopping,
  }: { readonly accept: string; readonly timeoutMs: number; readonly stopping: AbortSignal },
): Promise<string | undefined> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
  const answer = await fetch(url, { headers: { accept }, redirect: 'error', signal })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error('an answer is larger than 1 MiB')
    chunks.push(chunk)
  }
  return answer.status === 200 ? Buffer.concat(chunks).toString() : undefined
}
