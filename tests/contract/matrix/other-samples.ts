import { JAR_SAMPLES } from './jar-samples.ts'
import { fresh, type Special } from './sample.ts'

const ASKED = {
  response_type: 'code',
  client_id: 'https://shop.example',
  redirect_uri: 'https://shop.example/connected',
  scope: 'receive',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** Samples of the sample extension, of the consent page, of its programs, and of messages. */
export const OTHER_SAMPLES: Readonly<Record<string, Special>> = {
  ...JAR_SAMPLES,
  readConsentRequest: { make: () => ({ query: ASKED }) },
  giveConsent: { make: (_cast, owner) => ({ body: { ...ASKED, wallet_id: owner.id } }) },
  addPushSubscription: {
    make: () => ({
      body: {
        endpoint: `https://push.example/${fresh()}`,
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      },
    }),
  },
  // No code was created.
  exchangeCode: { status: 400 },
  revokeOwnToken: { make: () => ({ body: { token: 'unknown' } }) },
}
