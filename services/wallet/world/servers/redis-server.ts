import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { type RedisServer, startFakeRedis } from './fake-redis.ts'

const installed = spawnSync('redis-server', ['--version']).status === 0

/** The real server wherever there is one; the fake one keeps the same contract, so that the tests run everywhere. */
export const REDIS_SERVERS = [
  ['fake Redis', startFakeRedis],
  ...(installed ? ([['real Redis', startRealRedis]] as const) : []),
] as const

/** A server of our own that keeps nothing. */
async function startRealRedis(): Promise<RedisServer> {
  const port = await reservePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error('redis-server did not start')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Whether a server listens there. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
