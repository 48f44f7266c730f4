import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { type SharingRoutesDeps, sharingRoutes } from './sharing.routes.ts'
import { SHARING_COMPONENTS } from './sharing-schemas.ts'

/** Wallets shared with other users. */
export const sharingFeature: HttpFeature<SharingRoutesDeps> = {
  chapter: readChapter('sharing', import.meta.url),
  components: SHARING_COMPONENTS,
  register: sharingRoutes,
}
