import { findNodePrograms } from '../services/wallet/test/nodes/node-programs.ts'

/** `npm run test:nodes` without nodes has tested nothing, and says so. */
try {
  findNodePrograms(process.env)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
