// The pairs of pawns by the loader of nnue-pytorch.

#include "training_data_loader.cpp"

extern "C" uint32_t nnue_pytorch_active(const char* fen, int color, uint32_t* out) {
    TrainingDataEntry entry{};
    entry.pos = Position::fromFen(fen);
    int features[PP_3Wide::MAX_ACTIVE_FEATURES];
    const int count = PP_3Wide::fill_features_sparse(entry, features, color ? Color::Black : Color::White).first;
    for (int i = 0; i < count; i++) out[i] = uint32_t(features[i]);
    return uint32_t(count);
}
