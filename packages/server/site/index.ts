export { type DemoShop, demoShop } from './demo.ts';
export { notFoundPage } from './front-page.ts';
export { reference } from './reference.ts';
export { sdkFiles, sdkReleases } from './sdk.ts';
