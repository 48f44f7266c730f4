// `npm run client`: writes packages/client/src/operations.ts from the routes of the wallet service, and two modules
// of the web app: what it says about the end of access, and its names of nodes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeOperations } from '../packages/client/src/write-operations.ts'
import { SILENT_LOG } from '../packages/http/src/log.ts'
import { readConfig } from '../services/wallet/src/config/config.ts'
import { BUILT_INS } from '../services/wallet/src/extensions/built-ins.ts'
import { createWalletService } from '../services/wallet/src/wiring/app.ts'
import { writeEndedBy } from './write-ended-by.ts'
import { writeNodeNames } from './write-node-names.ts'

const folder = mkdtempSync(join(tmpdir(), 'satchel-client-'))
const read = readConfig({ SERVICE_DATA_FOLDER: folder })
if ('problems' in read) throw new Error(read.problems.join('\n'))
const service = await createWalletService({
  config: read.config,
  log: SILENT_LOG,
  clock: Date.now,
  processMetrics: false,
  builtIns: BUILT_INS,
})
await service.app.ready()
const text = writeOperations((await service.app.inject('/openapi.json')).json())
writeFileSync(new URL('../packages/client/src/operations.ts', import.meta.url), text)
writeFileSync(new URL('../apps/web/src/parts/access/ended-by.ts', import.meta.url), writeEndedBy())
writeFileSync(new URL('../apps/web/src/places/admin/node/node-names.ts', import.meta.url), writeNodeNames())
await service.app.close()
await service.stop()
rmSync(folder, { recursive: true, force: true })
