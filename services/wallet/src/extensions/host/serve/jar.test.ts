import { extensionContract } from '../../../../test/world/extensions/extension-contract.ts'
import { JAR } from '../../../../test/world/extensions/jar-extension.ts'

extensionContract(JAR, {
  create: (n) => ({ name: `Jar ${n}`, code: `code-${n}` }),
  missing: 'name',
  patch: { label: 'blue' },
  async settle(world, owner, item) {
    const { body } = await world.call('POST', `/jar/public/${String(item['id'])}/fill`, { body: {} })
    await world.send(owner, body.payment_request)
  },
})
