import { later } from '../booking/later.tsx'

/** Links to the business's social networks, as far as set. */
export const SocialLinks = later(() => import('./social-list.tsx'))
