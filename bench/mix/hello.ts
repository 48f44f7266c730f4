import { fileURLToPath } from 'node:url'
import { type ServerProcess, startServer } from '../server-process.ts'
import { type Asked, askAll, writeRequest } from '../wallet/ask-all.ts'

/** The baseline, in a separate process (hello-server.ts). */
export const startHello = (folder: string): Promise<ServerProcess> =>
  startServer(
    {
      name: 'hello',
      command: process.execPath,
      args: [
        '--import',
        new URL('../report-cpu.ts', import.meta.url).href,
        fileURLToPath(new URL('hello-server.ts', import.meta.url)),
      ],
      env: {},
      readyPath: '/',
    },
    folder,
  )

export function askHello({ port }: ServerProcess, count: number, connections: number): Promise<Asked> {
  const request = writeRequest(port, 'GET', '/', { 'X-Api-Key': '0'.repeat(32) })
  let left = count
  return askAll({ port, connections, next: () => (left-- > 0 ? request : undefined), onAnswer: () => undefined })
}
