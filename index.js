const { SmsMessagingApi } = require('./dist/credentials/SmsMessagingApi.credentials.js');
const { SmsMessaging } = require('./dist/nodes/SmsMessaging/SmsMessaging.node.js');
const { SmsMessagingPollingTrigger } = require('./dist/nodes/SmsMessaging/SmsMessagingPollingTrigger.node.js');
const { SmsMessagingTrigger } = require('./dist/nodes/SmsMessaging/SmsMessagingTrigger.node.js');

module.exports = { SmsMessaging, SmsMessagingApi, SmsMessagingPollingTrigger, SmsMessagingTrigger };
