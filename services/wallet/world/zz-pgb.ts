import { startPostgres } from './postgres-server.ts'
const s = await startPostgres({durable:false})
console.log(s.url)
process.stdin.resume()
setTimeout(() => s.stop().then(()=>process.exit(0)), 150000)
