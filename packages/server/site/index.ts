export { BUILD_COMMAND, dashboard } from './dashboard.ts';
export { type DemoShop, demoShop } from './demo.ts';
export { notFoundPage } from './not-found-page.ts';
export { reference } from './reference.ts';
export { sdkFiles, sdkReleases } from './sdk.ts';
