// Listens on the channel of a page, again and again: polling goes on beside it, so nothing depends on it.

const FIRST_MS = 1_000
const WORST_MS = 30_000

export function followChannel(path, heard) {
  let failures = 0
  let last
  const connect = () => {
    const address = new URL(path, location.href)
    // Messages sent while the connection was down are repeated, from the one after the last.
    if (last !== undefined) address.searchParams.set('last_id', last)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(address)
    socket.addEventListener('open', () => {
      failures = 0
    })
    socket.addEventListener('message', ({ data }) => {
      const detail = parse(data)
      last = detail?.event_id ?? last
      document.dispatchEvent(new CustomEvent('satchel:message', { detail }))
      heard(detail)
    })
    socket.addEventListener('close', () => {
      failures += 1
      // Not all at the same moment when the service has restarted.
      setTimeout(connect, Math.min(WORST_MS, FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2))
    })
  }
  connect()
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
