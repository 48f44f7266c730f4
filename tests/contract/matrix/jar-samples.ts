import { activateExtension } from '../../../services/wallet/test/world/extensions/activate-extension.ts'
import type { Cast, Person } from './cast.ts'
import { fresh, type SampleRequest, type Special } from './sample.ts'

/** Switches the extension on first: another row may have switched it off. */
const newJar = async ({ world }: Cast, owner: Person): Promise<{ params: { id: string } }> => {
  await activateExtension(world, owner, 'jar')
  const { adminKey } = owner
  const { status, body } = await world.call('POST', '/jar/api/v1/', { key: adminKey, body: { name: 'A jar' } })
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return { params: { id: body.id } }
}

const ofJar: Special = { make: newJar, ofOwner: true }

/** One extension as a sample of all. */
export const JAR_SAMPLES: Readonly<Record<string, Special>> = {
  jarGet: ofJar,
  jarUpdate: { ...ofJar, make: async (cast, owner) => ({ ...(await newJar(cast, owner)), body: { name: 'Another' } }) },
  jarDelete: ofJar,
  jarGetIdCoins: ofJar,
  jarPostIdEmpty: {
    make: async (cast, owner) => ({ ...(await newJar(cast, owner)), body: { sats: 1, key: `k-${fresh()}` } }),
    ofOwner: true,
    // The wallet is empty.
    status: 400,
  },
  jarPublic: { make: newJar },
  jarPostPublicIdFill: { make: async (cast, owner) => ({ ...(await newJar(cast, owner)), body: {} }) },
  jarGetLnurlId: { make: newJar },
  jarGetPId: { make: newJar },
  jarGetStatePaymentHash: { make: openFilling },
  jarGetVerifyPaymentHash: { make: openFilling },
}

async function openFilling(cast: Cast, owner: Person): Promise<SampleRequest> {
  const { params } = await newJar(cast, owner)
  const { body } = await cast.world.call('POST', `/jar/public/${params.id}/fill`, { body: {} })
  return { params: { payment_hash: body.payment_hash } }
}
