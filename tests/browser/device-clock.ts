import type { Page } from 'playwright-core'

/**
 * The page goes by its device's clock, which the test has set: as where the server is of a version that did not tell the
 * time.
 */
export const byDeviceClock = (page: Page) =>
  page.route('**/api/auth/verify', async (route) => {
    const response = await route.fetch()
    const { now: _, ...answer } = await response.json()
    await route.fulfill({ response, json: answer })
  })
