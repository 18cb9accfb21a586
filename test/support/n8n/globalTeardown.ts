import { stopShared } from './shared';

export default stopShared;
